import { Toast } from '../../ui/toast.tsx'
import { Tooltips } from '../../ui/tooltip.tsx'

/** Toasts and tooltips. */
export function Overlays() {
  return (
    <>
      <Toast />
      <Tooltips />
    </>
  )
}
