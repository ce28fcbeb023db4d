import type { ReactNode } from 'react';

/** A moment as shown by the page's formats. `exact` appears on hover: the full date with seconds and zone. */
export function Time(props: { dateTime: string; exact?: string; className?: string; children: ReactNode }) {
	const { dateTime, exact, className, children } = props;
	return (
		<time dateTime={dateTime} title={exact} className={className}>
			{children}
		</time>
	);
}
