import { createStore, type StoreApi } from 'zustand/vanilla'
import type { InputType } from '../../../domain/learning/entry-time.ts'
import { beginWarmUp, step, type WarmUp, type WarmUpEvent } from '../../../domain/learning/warm-up.ts'
import { addCharacter, keepAnswerCharacters, removeLastCharacter } from './answer-input.ts'
import { steadyNowMs } from '../../lib/now.ts'

/** One warm-up on one page: holds the state and takes the keys. */
export class WarmUpRun {
  readonly state: StoreApi<WarmUp>

  constructor(numbers: readonly number[]) {
    this.state = createStore(() => beginWarmUp(numbers, steadyNowMs()))
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
    const state = this.state.getState()
    return state.stage === 'copying' ? state.draft : ''
  }

  #send(event: WarmUpEvent): void {
    this.state.setState((state) => step(state, event, steadyNowMs()), true)
  }
}
