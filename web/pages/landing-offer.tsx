import { Link } from 'wouter'
import type { Offer } from './landing-page.messages.en.ts'

/** What Tenfold has, and a link to its page if there is one. */
export function OfferText({ offer }: { offer: Pick<Offer, 'text' | 'link'> }) {
  return (
    <div className="leading-relaxed">
      <p>{offer.text}</p>
      {offer.link && (
        <Link href={offer.link.href} className="text-link inline-flex min-h-target items-center font-bold">
          {offer.link.label}
        </Link>
      )}
    </div>
  )
}
