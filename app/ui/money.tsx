import clsx from 'clsx';
import type { ReactNode } from 'react';

/** An amount as written by the page's formats: digits of one width, never broken, set apart from text of another direction. */
export function Money(props: { isStruck?: boolean; className?: string; children: ReactNode }) {
	const { isStruck = false, className, children } = props;
	const amount = (
		<bdi className={clsx('whitespace-nowrap tabular-nums', isStruck && 'text-muted', className)}>
			{children}
		</bdi>
	);
	return isStruck ? <s>{amount}</s> : amount;
}
