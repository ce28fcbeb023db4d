import clsx from 'clsx';
import type { ReactNode } from 'react';
import { PageTitle } from '#app/shell/page-title.tsx';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';

/** The frame of the screens around signing in: one narrow column, a heading, what to do. */
export function AccountPage(props: {
	title: string;
	/** One sentence under the heading. */
	lead?: ReactNode;
	/** Above the heading: the tabs. */
	top?: ReactNode;
	/** Address of a picture that stands beside the form where there is room. */
	picture?: string;
	/** For a page that search engines may list: the others are hidden from search engines. */
	head?: {
		description: string;
		/** With a leading slash; the picture for messengers has its name. */
		path: string;
	};
	children: ReactNode;
}) {
	const { head } = props;
	const column = (
		<section
			// The footer begins below the first screen: what it gains once the script runs moves nothing in sight.
			data-read-late=""
			// Never centred: what stands at the top stays where it is, however long the page below becomes.
			className={clsx(
				!props.top && 'mt-[10dvh]',
				'mx-auto flex w-full max-w-md flex-col gap-6 px-4 py-10 sm:py-16',
			)}
		>
			{head ? (
				<PublicHead title={props.title} {...head} imageUrl={pictureOf(head.path.slice(1))} />
			) : (
				<>
					<PageTitle title={props.title} />
					<meta name="robots" content="noindex" />
				</>
			)}
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
	if (!props.picture) return column;
	return (
		<div className="grid flex-1 lg:grid-cols-2">
			{column}
			<div className="relative max-lg:hidden">
				<img
					src={props.picture}
					alt=""
					className="keep-colours absolute inset-y-4 start-0 end-4 h-[calc(100%-2rem)] w-[calc(100%-1rem)] rounded-xl object-cover"
				/>
			</div>
		</div>
	);
}
