import { grouped } from '../../../domain/code.ts'
import type { ChildWithPin } from '../../../contract/classes.ts'
import { animalOf } from '../../../domain/nickname.ts'
import type { Pin } from '../../../domain/pin.ts'
import { readSite } from '../../lib/site.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'
import { badgeName } from '../../ui/badge.messages.en.ts'
import { LogoMark } from '../../ui/logo.tsx'
import { readCardAddress } from './card-address.ts'
import { classMessages } from './messages.en.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { signInLink } from './sign-in-link.ts'
import { PinPicture } from '../../ui/pin-picture.tsx'
import './classes.css'

const { cards: words } = classMessages

const PIN_PX = 36
const BADGE_PX = 44
/** Letters; longer names are written smaller. */
const LONG_NAME = 18

type Props = { code: string; className: string; cards: readonly ChildWithPin[] }

/** A card for each child to cut out; where the PIN is not known there is a line to write it on. */
export function NameCards({ code, className, cards }: Props) {
  return (
    <ul className="name-cards">
      {cards.map((card) => (
        <NameCard key={card.id} code={code} className={className} card={card} />
      ))}
    </ul>
  )
}

function NameCard({ code, className, card }: { code: string; className: string; card: ChildWithPin }) {
  const { name, nickname, color, pin } = card
  const site = readSite()
  const address = readCardAddress()
  return (
    <li translate="no" className="name-card">
      <p className="name-card-head">
        <LogoMark height={14} />
        <span>{className === '' ? site.name : `${site.name} · ${className}`}</span>
      </p>
      <div className="name-card-who">
        <AnimalBadge animal={animalOf(nickname)} color={color} size={BADGE_PX} />
        <div>
          <p className={`name-card-name ${name.length > LONG_NAME ? 'name-card-long' : ''}`}>{name}</p>
          <p className="name-card-badge">{badgeName({ nickname, color })}</p>
        </div>
      </div>
      <dl className="name-card-facts">
        <dt>{words.code}</dt>
        <dd className="name-card-code">{grouped(code)}</dd>
        <dt>{words.pin}</dt>
        <dd>{pin ? <PinView pin={pin} size={PIN_PX} /> : <span className="name-card-line" />}</dd>
      </dl>
      <div className="name-card-qr">
        <QrCode text={signInLink(address.origin, code, card)} label={words.qr(name)} />
      </div>
      <p className="name-card-foot">{classMessages.code.address(address.host)}</p>
    </li>
  )
}

/** A PIN to read or to copy: digits, or pictures from left to right. @param size height in px */
function PinView({ pin, size }: { pin: Pin; size: number }) {
  if (pin.kind === 'digits') {
    return (
      <span
        className="font-bold tracking-[0.2em] tabular-nums"
        style={{ fontSize: size * 0.7, lineHeight: 1 }}
      >
        {pin.digits}
      </span>
    )
  }
  return (
    <span className="inline-flex gap-1.5">
      {pin.pictures.map((id) => (
        <PinPicture key={id} id={id} size={size} />
      ))}
    </span>
  )
}
