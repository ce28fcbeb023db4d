import type { ReactNode } from 'react';

/** A page that has one thing to say: not found, an error. */
export function NoticePage(props: { picture?: ReactNode; title: ReactNode; children: ReactNode }) {
	return (
		<section className="form-width flex flex-col items-start gap-4 py-16 md:my-auto md:py-24">
			{props.picture}
			<h1 className="title-page">{props.title}</h1>
			{props.children}
		</section>
	);
}
