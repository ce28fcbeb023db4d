import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import type { SupporterPage } from '#shared/contracts/supporter-pages.ts';
import { PageProgress } from './page-progress.tsx';

const ReportDialog = lazyDialog(() => import('./report-dialog.tsx').then((module) => module.ReportDialog));

/** A supporter's own words and goal, above those of the fundraiser. */
export function SupporterHead(props: { supporter: SupporterPage; path: string; eventId: string }) {
	const { supporter, path, eventId } = props;
	const { name, story, team, kind, picture } = supporter;
	const [isReporting, setReporting] = useState(false);
	return (
		<section
			aria-labelledby="supporter"
			className="flex flex-col gap-4 rounded-xl border border-hairline bg-surface p-5"
		>
			<div className="flex flex-col gap-1">
				<h2 id="supporter" className="text-2xl font-semibold [overflow-wrap:anywhere]" dir="auto">
					{name}
				</h2>
				<p className="text-muted">
					{kind === 'team' ? (
						<Trans>A team raising money for this cause</Trans>
					) : team ? (
						<Trans>
							Raising money with{' '}
							<Link to={`${path}?for=${team.slug}`} className="link">
								{team.name}
							</Link>
						</Trans>
					) : (
						<Trans>Raising money for this cause</Trans>
					)}
				</p>
			</div>
			{picture ? (
				<img
					src={picture.url}
					srcSet={picture.srcSet}
					sizes="(min-width: 64rem) 40rem, 100vw"
					alt={name}
					className="aspect-video w-full rounded-lg object-cover"
				/>
			) : null}
			<PageProgress page={supporter} currency={supporter.currency} />
			{story ? (
				<p className="max-w-measure whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
					{story}
				</p>
			) : null}
			<p className="flex flex-wrap justify-between gap-3 text-sm">
				<Link to={path} className="link">
					<Trans>View the whole fundraiser</Trans>
				</Link>
				<button type="button" className="link needs-script text-muted" onClick={() => setReporting(true)}>
					<Trans>Report this page</Trans>
				</button>
			</p>
			{isReporting ? (
				<ReportDialog event={eventId} slug={supporter.slug} onClose={() => setReporting(false)} />
			) : null}
		</section>
	);
}
