import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

export interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
	title?: ReactNode;
	description?: ReactNode;
	/** At the end of the heading line. */
	actions?: ReactNode;
	/** `none` for a table or list that runs to the edges. */
	padding?: 'normal' | 'none';
}

/** A sheet of paper on the page: a hairline, no shadow. */
export function Card(props: CardProps) {
	const { title, description, actions, padding = 'normal', className, children, ...rest } = props;
	return (
		<section
			{...rest}
			className={clsx(
				'min-w-0 rounded-lg border bg-surface',
				padding === 'none' && 'overflow-clip',
				className,
			)}
		>
			{title || actions ? (
				<header className="flex flex-wrap items-start justify-between gap-3 px-5 pt-4">
					<div className="min-w-0">
						<h2 className="text-base font-semibold">{title}</h2>
						{description ? <p className="mt-0.5 text-sm text-muted">{description}</p> : null}
					</div>
					{actions ? <div className="flex items-center gap-2">{actions}</div> : null}
				</header>
			) : null}
			<div
				className={
					padding === 'normal' ? clsx('px-5 pb-5', title ? 'pt-4' : 'pt-5') : title ? 'pt-3' : undefined
				}
			>
				{children}
			</div>
		</section>
	);
}
