const PROBLEM = /^(\d+) ([+−×÷]) (\d+) =$/

/** Works out a problem written as `7 + 8`; fails on anything else. */
export function solve(text: string): number {
  const found = PROBLEM.exec(text)
  const [left, right] = [Number(found?.[1]), Number(found?.[3])]
  switch (found?.[2]) {
    case '+':
      return left + right
    case '−':
      return left - right
    case '×':
      return left * right
    case '÷':
      return left / right
    default:
      throw new Error(`Not a problem: "${text}"`)
  }
}
