import clsx from 'clsx';
import type { ReactNode } from 'react';
import { SpotDrawing, type SpotName } from './spot-drawing.tsx';

/**
 * What will be here, in one sentence, and the one thing to do about it. `preview` shows the filled view as a ghost behind;
 * give skeletons in its shape.
 */
export function EmptyState(props: {
	drawing?: SpotName;
	title: ReactNode;
	description?: ReactNode;
	action?: ReactNode;
	preview?: ReactNode;
	className?: string;
}) {
	const { drawing, title, description, action, preview, className } = props;
	return (
		<div className={clsx('flex flex-col items-center gap-4 px-6 py-12 text-center', className)}>
			{preview ? (
				<div aria-hidden="true" inert className="ghost-preview w-full max-w-xl">
					{preview}
				</div>
			) : null}
			{drawing ? <SpotDrawing name={drawing} /> : null}
			<div className="flex max-w-md flex-col gap-1">
				<p className="text-base font-semibold">{title}</p>
				{description ? <p className="text-sm text-muted">{description}</p> : null}
			</div>
			{action}
		</div>
	);
}
