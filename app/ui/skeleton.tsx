import { useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import type { ReactNode } from 'react';

/** A grey bar in the place and size of what is coming. Give it the final width and height by class. */
export function Skeleton({ className }: { className?: string }) {
	return <span aria-hidden="true" className={clsx('skeleton block rounded-sm', className ?? 'h-4 w-full')} />;
}

/** The stand-in of a part of a page while it loads: said once, and shown only after 200 ms, so that quick answers never flash. */
export function SkeletonGroup(props: { label?: string; className?: string; children: ReactNode }) {
	const { t } = useLingui();
	return (
		<div role="status" aria-busy="true" className={clsx('skeleton-group', props.className)}>
			<span className="sr-only">{props.label ?? t`Loading`}</span>
			{props.children}
		</div>
	);
}
