import { generate } from 'lean-qr'
import { picture } from './picture.ts'

/** Light squares around the code, which a camera needs to find it (ISO/IEC 18004 asks for four). */
const QUIET = 4

/** A text as a QR code, made here: nobody else is asked. Black on white in both themes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text)
  const dark = Array.from({ length: code.size * code.size }, (_, cell) => ({
    x: cell % code.size,
    y: Math.floor(cell / code.size),
  })).filter(({ x, y }) => code.get(x, y))
  const side = code.size + 2 * QUIET
  return (
    <svg
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      className="size-full"
      shapeRendering="crispEdges"
      {...picture(label)}
    >
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={dark.map(({ x, y }) => `M${x} ${y}h1v1h-1z`).join('')} fill="#000" />
    </svg>
  )
}
