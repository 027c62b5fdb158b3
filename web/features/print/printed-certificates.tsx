import { useEffect, useState } from 'react'
import type { Report } from '../../../contract/reports.ts'
import { Toggle } from '../../ui/toggle.tsx'
import { keyOf, notPrintedYet, rememberPrinted, type Certificate } from './certificate-list.ts'
import { CertificatePages } from './certificates.tsx'
import { sheetMessages } from './sheets.messages.en.ts'

const { certificate: words } = sheetMessages

type Props = {
  reports: readonly Report[]
  /** Called with how many certificates would be printed. */
  onCount: (count: number) => void
}

/** The certificates of these children: those that this device has not printed yet, or all. */
export function PrintedCertificates({ reports, onCount }: Props) {
  const [isOnlyNew, setOnlyNew] = useState(true)
  // Those that are shown stay while they are printed.
  const [isNew] = useState(notPrintedYet)
  const all = reports.flatMap((report) => report.certificates.map((set) => [report, set] as const))
  const offered = isOnlyNew ? all.filter(isNew) : all
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const shown = offered.filter((each) => !leftOut.includes(keyOf(each)))
  useEffect(() => onCount(shown.length), [onCount, shown.length])
  useEffect(() => {
    const remember = (): void => rememberPrinted(shown)
    window.addEventListener('beforeprint', remember)
    return () => window.removeEventListener('beforeprint', remember)
  })
  return (
    <>
      <div className="mb-8 grid gap-3 print:hidden">
        <Toggle label={words.onlyNew} checked={isOnlyNew} onChange={setOnlyNew} />
        {offered.length === 0 && <p className="font-bold">{all.length === 0 ? words.none : words.noneNew}</p>}
        {offered.length > 1 && <Which offered={offered} leftOut={leftOut} onChange={setLeftOut} />}
      </div>
      <div className="papers">
        {shown.map((certificate) => (
          <CertificatePages key={keyOf(certificate)} certificate={certificate} />
        ))}
      </div>
    </>
  )
}

type WhichProps = {
  offered: readonly Certificate[]
  leftOut: readonly string[]
  onChange: (leftOut: readonly string[]) => void
}

/** Which of them are printed. */
function Which({ offered, leftOut, onChange }: WhichProps) {
  return (
    <details>
      <summary className="min-h-target cursor-pointer py-3 font-bold">{words.which}</summary>
      {offered.map((each) => {
        const [{ name }, set] = each
        const key = keyOf(each)
        return (
          <label key={key} className="flex min-h-target items-center gap-3">
            <input
              type="checkbox"
              className="size-6 shrink-0 accent-accent"
              checked={!leftOut.includes(key)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? leftOut.filter((one) => one !== key) : [...leftOut, key])
              }
            />
            <span className="wrap-anywhere">
              <span translate="no">{name}</span> {words.knows(set)}
            </span>
          </label>
        )
      })}
    </details>
  )
}
