import { Link } from 'wouter'

/** The address of a child's page. */
export type ChildHref = (studentId: string) => string

/** The head of a child's row: the name leads to its page. */
export function ChildName({ child: { name }, href }: { child: { readonly name: string }; href: string }) {
  return (
    <th scope="row" className="sticky start-0 z-[1] bg-sheet p-0 font-normal">
      <Link
        href={href}
        translate="no"
        className="flex min-h-target min-w-32 items-center px-3 font-bold wrap-anywhere hover:bg-sunk"
      >
        {name}
      </Link>
    </th>
  )
}
