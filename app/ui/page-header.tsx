import type { ReactNode } from 'react';

/** Top of a page: where it lies, its title, one line about it, its actions (one of them primary). */
export function PageHeader(props: {
	title: ReactNode;
	description?: ReactNode;
	breadcrumb?: ReactNode;
	/** Beside the title: a status. */
	badge?: ReactNode;
	actions?: ReactNode;
}) {
	const { title, description, breadcrumb, badge, actions } = props;
	return (
		<header className="flex flex-col gap-3 pb-6">
			{breadcrumb}
			<div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
				<div className="min-w-0 flex-1 basis-80">
					<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
						<h1 tabIndex={-1} dir="auto" className="title-page min-w-0">
							{title}
						</h1>
						{badge}
					</div>
					{description ? <p className="mt-1.5 max-w-measure text-muted">{description}</p> : null}
				</div>
				{actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
			</div>
		</header>
	);
}
