import type { ReactNode } from 'react';

/**
 * A page of sections over the whole width: from 1024 px its list of sections at the side, which stays in sight, and the
 * sections beside it; below that one column.
 */
export function SectionColumns({ side, children }: { side: ReactNode; children: ReactNode }) {
	return (
		<div className="grid items-start lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10">
			<div className="min-w-0 lg:sticky lg:top-20">{side}</div>
			<div className="flex min-w-0 flex-col gap-6">{children}</div>
		</div>
	);
}

/** The sections of a long page as links, beside them; below 1024 px, where they follow each other, there is none. */
export function SectionLinks(props: { label: string; items: readonly { id: string; label: ReactNode }[] }) {
	return (
		<nav aria-label={props.label} className="flex flex-col max-lg:hidden">
			{props.items.map(({ id, label }) => (
				<a
					key={id}
					href={`#${id}`}
					className="flex min-h-11 items-center border-s-2 ps-3 text-sm text-muted transition-colors hover:text-ink"
				>
					{label}
				</a>
			))}
		</nav>
	);
}
