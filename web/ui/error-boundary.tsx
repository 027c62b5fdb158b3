import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyFrame } from './empty-frame.tsx'
import { LinkButton } from './link-button.tsx'

type ErrorTexts = {
  readonly title: string
  readonly text: string
  readonly tryAgain: string
  readonly goHome: string
}

type Props = {
  texts: ErrorTexts
  /** Called with the error and the component stack. */
  onError: (error: unknown, componentStack: string) => void
  /** Called before the children are drawn again. */
  onTryAgain?: () => void
  children: ReactNode
}

/** Draws its children, or, when they cannot be drawn, a kind way on: try again, or home. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, { componentStack }: { componentStack?: string | null }): void {
    this.props.onError(error, componentStack ?? '')
  }

  private readonly tryAgain = (): void => {
    this.props.onTryAgain?.()
    this.setState({ failed: false })
  }

  override render(): ReactNode {
    const { texts, children } = this.props
    if (!this.state.failed) return children
    return (
      <div className="page-width flex flex-1 flex-col items-center justify-center gap-5 py-12 text-center">
        <EmptyFrame />
        <div role="alert">
          <h1 className="text-4xl">{texts.title}</h1>
          <span className="sr-only"> - </span>
          <p className="mt-5 max-w-md text-lg text-ink-soft">{texts.text}</p>
        </div>
        <div className="flex flex-wrap justify-center gap-3">
          <Button kind="primary" size="large" onClick={this.tryAgain}>
            {texts.tryAgain}
          </Button>
          <LinkButton kind="secondary" size="large" href="/guest">
            {texts.goHome}
          </LinkButton>
        </div>
      </div>
    )
  }
}
