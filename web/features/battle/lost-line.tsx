import { useBattle } from './use-battle.ts'

/** One line while the connection is lost (look and feel), in the strip that is kept free for it. */
export function LostLine({ text }: { text: string }) {
  const isLost = useBattle(
    ({ flow }) => flow.stage === 'battle' && flow.play.stage !== 'ended' && flow.play.link !== 'live',
  )
  return (
    <output className="battle-lost">
      {isLost && (
        <p className="rounded-key bg-thinking px-4 py-1 text-center text-sm font-bold text-on-thinking">
          {text}
        </p>
      )}
    </output>
  )
}
