import { landingMessages as messages, type Offer } from './landing-page.messages.en.ts'

/** Available features, then those that are coming. */
export function OfferText({ offer }: { offer: Pick<Offer, 'text' | 'coming'> }) {
  return (
    <div className="leading-relaxed">
      <p>{offer.text}</p>
      {offer.coming !== undefined && (
        <p className="mt-2 text-ink-soft">
          <span className="font-bold">{messages.comingLabel}</span> {offer.coming}
        </p>
      )}
    </div>
  )
}
