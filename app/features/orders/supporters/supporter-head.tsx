import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { SupporterPage } from '#shared/contracts/supporter-pages.ts';
import { PageProgress } from './page-progress.tsx';

/** A supporter's own words and goal, above those of the fundraiser. */
export function SupporterHead({ supporter, path }: { supporter: SupporterPage; path: string }) {
	const { name, story, team, kind } = supporter;
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
			<PageProgress page={supporter} currency={supporter.currency} />
			{story ? (
				<p className="max-w-measure whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
					{story}
				</p>
			) : null}
			<p className="text-sm">
				<Link to={path} className="link">
					<Trans>View the whole fundraiser</Trans>
				</Link>
			</p>
		</section>
	);
}
