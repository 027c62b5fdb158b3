import { useOnline } from '../../lib/online.ts'
import { useBattle } from './use-battle.ts'

/**
 * One line while the connection is lost (look and feel), in the strip that is kept free for it. A device without any network
 * has the same line from the frame of the page.
 */
export function LostLine({ text }: { text: string }) {
  const online = useOnline()
  const isLost = useBattle(
    ({ flow }) => flow.stage === 'battle' && flow.play.stage !== 'ended' && flow.play.link !== 'live',
  )
  return (
    <output className="battle-lost">
      {isLost && online && (
        <p className="rounded-key bg-thinking px-4 py-1 text-center text-sm font-bold text-on-thinking">
          {text}
        </p>
      )}
    </output>
  )
}
