import clsx from 'clsx';
import type { ReactNode } from 'react';

/** A key to press. Hidden from touch screens by its owner where there is no keyboard to press. */
export function Kbd({ className, children }: { className?: string; children: ReactNode }) {
	return (
		<kbd
			className={clsx(
				'inline-grid h-5 min-w-5 place-items-center rounded-sm border border-edge bg-sunken px-1 font-sans text-xs text-muted',
				className,
			)}
		>
			{children}
		</kbd>
	);
}
