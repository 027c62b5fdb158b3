import { useEffect, useId, useRef, type ReactNode } from 'react'

type Props = {
  open: boolean
  title: ReactNode
  children: ReactNode
  /** Buttons, the main one last. */
  actions: ReactNode
  /** Escape, or a press outside. */
  onClose: () => void
  /** `alertdialog` interrupts: it is read out at once and a press outside does not close it. */
  role?: 'dialog' | 'alertdialog'
  /** Whether the content is read out on opening; not for a long list. */
  describedByContent?: boolean
  /** Whether the content needs room for two columns. */
  isWide?: boolean
}

/** The browser's own dialog: it keeps the focus inside and gives it back where it was. */
export function Dialog({
  open,
  title,
  children,
  actions,
  onClose,
  role = 'dialog',
  describedByContent = true,
  isWide = false,
}: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()

  useEffect(() => {
    const dialog = element.current
    if (open && dialog?.open === false) dialog.showModal()
    if (!open && dialog?.open === true) dialog.close()
  }, [open])

  useEffect(() => {
    const dialog = element.current
    if (dialog === null) return
    const cancel = (event: Event) => {
      event.preventDefault()
      onClose()
    }
    const press = (event: Event) => {
      if (role === 'dialog' && event.target === dialog) onClose()
    }
    // Some browsers close it at a second Escape, without asking.
    const closed = () => {
      if (open) onClose()
    }
    dialog.addEventListener('cancel', cancel)
    dialog.addEventListener('close', closed)
    dialog.addEventListener('click', press)
    return () => {
      dialog.removeEventListener('cancel', cancel)
      dialog.removeEventListener('close', closed)
      dialog.removeEventListener('click', press)
    }
  }, [open, onClose, role])

  return (
    <dialog
      ref={element}
      role={role}
      aria-labelledby={`${id}title`}
      aria-describedby={describedByContent ? `${id}text` : undefined}
      className={`m-auto rounded-card border-2 border-edge bg-sheet text-ink ${isWide ? 'w-[min(46rem,calc(100vw-2rem))]' : 'w-[min(30rem,calc(100vw-2rem))]'}`}
    >
      <div className="p-6 sm:p-8">
        <h2 id={`${id}title`} className="text-2xl">
          {title}
        </h2>
        <div id={`${id}text`} className="mt-3">
          {children}
        </div>
        <div className="mt-6 flex flex-wrap justify-end gap-3">{actions}</div>
      </div>
    </dialog>
  )
}
