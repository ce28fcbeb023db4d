import type { ReactNode } from 'react';

/** The head of a section of the team page: its title, what it is for, and its actions. */
export function SectionHead(props: {
	id: string;
	title: ReactNode;
	description: ReactNode;
	actions: ReactNode;
}) {
	return (
		<div className="flex flex-wrap items-center justify-between gap-3">
			<div className="min-w-0 flex-1 basis-64">
				<h2 id={props.id} className="text-lg font-medium">
					{props.title}
				</h2>
				<p className="text-muted">{props.description}</p>
			</div>
			{props.actions}
		</div>
	);
}
