import type { ReactNode } from 'react';

/** One line of settings: what it is, what it does, the control at the end. Rows divide themselves by hairlines. */
export function SettingsRow(props: { title: ReactNode; description?: ReactNode; children: ReactNode }) {
	return (
		<div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t py-4 first:border-t-0">
			<div className="min-w-0 flex-1 basis-64">
				<p className="text-sm font-medium">{props.title}</p>
				{props.description ? (
					<p className="mt-0.5 max-w-measure text-compact text-muted">{props.description}</p>
				) : null}
			</div>
			<div className="flex min-w-0 flex-wrap items-center gap-2">{props.children}</div>
		</div>
	);
}
