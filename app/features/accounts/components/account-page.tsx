import type { ReactNode } from 'react';
import { PageTitle } from '#app/shell/page-title.tsx';

/** The frame of the screens around signing in: one narrow column, a heading, what to do. */
export function AccountPage(props: {
	title: string;
	/** One sentence under the heading. */
	lead?: ReactNode;
	/** Above the heading: the tabs. */
	top?: ReactNode;
	children: ReactNode;
}) {
	return (
		<section className="m-auto flex w-full max-w-md flex-col gap-6 px-4 py-10 sm:py-16">
			<PageTitle title={props.title} />
			<meta name="robots" content="noindex" />
			{props.top}
			<header className="flex flex-col gap-2">
				<h1 tabIndex={-1} className="title-page">
					{props.title}
				</h1>
				{props.lead ? <p className="text-muted">{props.lead}</p> : null}
			</header>
			{props.children}
		</section>
	);
}
