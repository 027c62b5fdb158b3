import { Link } from 'wouter'
import { readSite } from '../../lib/site.ts'
import { frameMessages } from './messages.en.ts'

const LINKS = [
  ['/about', frameMessages.about],
  ['/contact', frameMessages.contact],
  ['/privacy-policy', frameMessages.privacy],
  ['/terms-of-service', frameMessages.terms],
  ['/faq', frameMessages.faq],
] as const

/** The footer of every page (specification §2). Hidden on problem screens, and while a page loads because it would jump. */
export function Footer() {
  const { name, operator } = readSite()
  return (
    <footer className="mt-12 border-t-2 border-line print:hidden in-[[data-whole-screen]]:hidden [:has(>main>[data-waiting])>&]:hidden">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 py-3">
        <nav aria-label={frameMessages.footer}>
          <ul className="flex flex-wrap gap-x-6">
            {LINKS.map(([href, label]) => (
              <li key={href}>
                <Link href={href} className="text-link flex min-h-target min-w-target items-center">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <p className="py-2 text-sm text-ink-soft">{frameMessages.division(name, operator)}</p>
      </div>
    </footer>
  )
}
