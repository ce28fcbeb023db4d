import clsx from 'clsx';
import type { ReactNode } from 'react';

/** A box around what may be wider than its place, such as a table: it scrolls by keyboard too, and fades where it goes on. */
export function ScrollBox(props: { label: string; className?: string | undefined; children: ReactNode }) {
	return (
		<section
			aria-label={props.label}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
			tabIndex={0}
			className={clsx('scroll-box', props.className)}
		>
			{props.children}
		</section>
	);
}
