import type { InputType } from '../../../domain/learning/entry-time.ts'
import { beginWarmUp, step, type WarmUp, type WarmUpEvent } from '../../../domain/learning/warm-up.ts'
import { addCharacter, keepAnswerCharacters, removeLastCharacter } from './answer-input.ts'
import { steadyNowMs } from '../../lib/now.ts'

/** One warm-up on one page: holds the state and takes the keys. */
export class WarmUpRun {
  #state: WarmUp
  readonly #listeners = new Set<() => void>()

  constructor(numbers: readonly number[]) {
    this.#state = beginWarmUp(numbers, steadyNowMs())
  }

  state = (): WarmUp => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  type = (character: string): void => this.setDraft(addCharacter(this.#draft, character))
  /** As `type`, by the keypad on the screen. */
  press = (digit: string): void => {
    const input = matchMedia('(pointer: coarse)').matches ? 'touch' : 'keypad'
    this.setDraft(addCharacter(this.#draft, digit), input)
  }
  backspace = (): void => this.setDraft(removeLastCharacter(this.#draft))
  clear = (): void => this.setDraft('')
  submit = (): void => this.#send({ type: 'enter' })
  skip = (): void => this.#send({ type: 'skip' })

  /** Takes over the text of the box. */
  setDraft = (text: string, input: InputType = 'keyboard'): void =>
    this.#send({ type: 'draft', text: keepAnswerCharacters(text), input })

  get #draft(): string {
    return this.#state.stage === 'copying' ? this.#state.draft : ''
  }

  #send(event: WarmUpEvent): void {
    this.#state = step(this.#state, event, steadyNowMs())
    for (const listener of this.#listeners) listener()
  }
}
