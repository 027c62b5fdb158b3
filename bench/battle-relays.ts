import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { WebSocketServer, type WebSocket } from 'ws'
import { RELAY_UPDATE } from './battle-updates.ts'

function answering() {
  return createServer((_request, response) => void response.end('ready'))
}

/** The smallest relay on bare `ws`: whatever one of two players sends, both are sent a prepared update. It parses nothing. */
export function serveWsRelay(port: number): void {
  const text = `42${JSON.stringify(['battle-score-update', RELAY_UPDATE])}`
  const http = answering()
  const rooms = new Map<string, WebSocket[]>()
  new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket, request) => {
    const name = request.url ?? ''
    const room = rooms.get(name) ?? []
    rooms.set(name, room)
    room.push(socket)
    socket.on('message', () => {
      for (const member of room) member.send(text)
    })
  })
  http.listen(port, '127.0.0.1')
}

/** The smallest relay on stock Socket.IO: both players are in a room, and the room is sent an update. */
export function serveSocketIoRelay(port: number): void {
  const http = answering()
  const io = new Server(http, { transports: ['websocket'], serveClient: false })
  io.on('connection', (socket) => {
    let room = ''
    socket.on('room', (name: string) => {
      room = name
      void socket.join(name)
      socket.emit('joined')
    })
    socket.on('battle-answer', () => io.to(room).emit('battle-score-update', RELAY_UPDATE))
  })
  http.listen(port, '127.0.0.1')
}
