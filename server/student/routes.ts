import type { FastifyRequest } from 'fastify'
import type { DailyStats } from '../../contract/leaderboard.ts'
import { studentRoutes } from '../../contract/student.ts'
import type { Bind } from '../http/bind.ts'
import type { SignedInStudents } from './port.ts'
import type { StudentService } from './service.ts'

type StudentRouteNeeds = {
  readonly service: StudentService
  readonly students: SignedInStudents
  /** Identifies the device, so that at most one guest per device and day is merged. */
  readonly deviceOf: (request: FastifyRequest) => string
  /** Today's board results of the player with this token. */
  readonly dailyStatsOf: (token: string) => Promise<DailyStats>
}

/** The routes of signed-in students (specification §7). */
export function bindStudentRoutes(
  bind: Bind,
  { service, students, deviceOf, dailyStatsOf }: StudentRouteNeeds,
): void {
  bind(studentRoutes.beginSession, { answer: ({ body }, studentId) => service.begin(studentId, body) })
  bind(studentRoutes.logAttempts, { answer: ({ body }, studentId) => service.log(studentId, body) })
  bind(studentRoutes.finishSession, {
    answer: ({ params, body }, studentId) => service.finish(studentId, params.id, body),
  })
  bind(studentRoutes.mergeGuest, {
    answer: ({ body }, studentId, request) => service.mergeGuest(studentId, body, deviceOf(request)),
  })
  bind(studentRoutes.facts, { answer: ({ query }, studentId) => service.facts(studentId, query) })
  bind(studentRoutes.memory, { answer: (_input, studentId) => service.memory(studentId) })
  bind(studentRoutes.putEntryTime, {
    answer: ({ params, body }, studentId) => service.putEntryTime(studentId, { ...params, ...body }),
  })
  bind(studentRoutes.dailyStats, {
    answer: async (_input, studentId) =>
      service.ownDay(studentId, await dailyStatsOf((await students.playerOf(studentId)).token)),
  })
  bind(studentRoutes.progress, { answer: (_input, studentId) => service.progress(studentId) })
  bind(studentRoutes.achievementsShown, {
    answer: async ({ body }, studentId) => {
      await service.shown(studentId, body.shown)
      return { done: true } as const
    },
  })
  bind(studentRoutes.putAnnouncements, {
    answer: async ({ body: { announces } }, studentId) => {
      await service.putAnnounces(studentId, announces)
      return { announces }
    },
  })
  bind(studentRoutes.factHistory, {
    answer: ({ params }, studentId) => service.factHistory(studentId, params.factId),
  })
}
