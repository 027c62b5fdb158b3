/** A Dockerfile instruction and its arguments, on one line. */
export type DockerLine = { readonly word: string; readonly rest: string }

/** The stages of a Dockerfile, each beginning with its FROM. */
export function dockerStages(text: string): readonly (readonly DockerLine[])[] {
  const lines = text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): DockerLine => {
      const end = line.indexOf(' ')
      return { word: line.slice(0, end), rest: line.slice(end + 1).trim() }
    })
  const stages: DockerLine[][] = []
  for (const line of lines) {
    if (line.word === 'FROM') stages.push([])
    stages.at(-1)?.push(line)
  }
  return stages
}

/** From where to where an instruction copies, by the name that each thing has in the folder. */
export function copiesOf({ rest }: DockerLine): { readonly from: string; readonly to: string }[] {
  const names = rest.split(' ').filter((name) => !name.startsWith('--'))
  const to = names.pop() ?? ''
  return names.map((from) => ({ from, to: to.endsWith('/') ? `${to}${from.split('/').at(-1)}` : to }))
}

/** The words of a command that is written as a list. */
export function commandOf({ rest }: DockerLine): string[] {
  return JSON.parse(rest.slice(rest.indexOf('['))) as string[]
}
