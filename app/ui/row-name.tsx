import type { ReactNode } from 'react';

/** What somebody named the thing that a row is about: in the direction of its own script, and never wider than the row. */
export function RowName(props: { as?: 'span' | 'p'; dir?: 'auto' | 'ltr'; children: ReactNode }) {
	const { as: Element = 'span', dir = 'auto', children } = props;
	return (
		<Element className="font-medium [overflow-wrap:anywhere]" dir={dir}>
			{children}
		</Element>
	);
}
