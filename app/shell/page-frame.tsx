import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { PageHeader } from '#app/ui/page-header.tsx';
import { PageTitle } from './page-title.tsx';

/**
 * The frame of a signed-in page: its heading and what stands under it, on the same left edge as on every other page. Lists, tables
 * and figures take the whole width; `isForm` is for forms and running text, which end earlier.
 */
export function PageFrame(
	props: Omit<ComponentProps<typeof PageHeader>, 'title'> & {
		title: string;
		/** Of the document, where it is not the heading; null: the page inside gives it. */
		documentTitle?: string | null;
		isForm?: boolean;
		children: ReactNode;
	},
) {
	const { title, documentTitle = title, isForm, children, ...header } = props;
	return (
		<div className="page-width py-6 md:py-8">
			{documentTitle === null ? null : <PageTitle title={documentTitle} />}
			<div className={clsx(isForm && 'max-w-form')}>
				<PageHeader title={title} {...header} />
				<div className="flex flex-col gap-6">{children}</div>
			</div>
		</div>
	);
}
