import { Trans, useLingui } from '@lingui/react/macro';
import { HandHeart } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Button } from '#app/ui/button.tsx';
import type { Fundraiser } from '#shared/contracts/fundraisers.ts';
import type { SupporterPage } from '#shared/contracts/supporter-pages.ts';
import { Leaderboard } from './leaderboard.tsx';

const MakePageDialog = lazyDialog(() =>
	import('./make-page-dialog.tsx').then((module) => module.MakePageDialog),
);

/** Who raises money for the fundraiser in their own name, and a way to join them. */
export function Supporters(props: {
	fundraiser: Fundraiser;
	slug: string;
	/** The page or team that is shown; its pages are listed instead of all. */
	supporter: SupporterPage | null;
}) {
	const { t } = useLingui();
	const { fundraiser, slug, supporter } = props;
	const [isOpen, setOpen] = useState(false);
	const { eventId, currency, topPages, topTeams } = fundraiser;
	const team = supporter?.kind === 'team' ? supporter : null;
	const board = { eventId, currency, path: `/register/${slug}` };
	if (fundraiser.supporters === 'off') return null;
	const boards = [
		{ kind: 'team' as const, label: t`Teams`, first: topTeams },
		{ kind: 'page' as const, label: t`Pages`, first: topPages },
	];
	return (
		<section aria-labelledby="supporters" className="flex flex-col gap-4">
			<h2 id="supporters" className="text-xl font-semibold">
				{team ? <Trans>In this team</Trans> : <Trans>Supporters</Trans>}
			</h2>
			{team ? (
				team.members.data.length > 0 ? (
					<Leaderboard
						key={team.id}
						{...board}
						kind="page"
						team={team.id}
						label={t`Pages of the team`}
						first={team.members}
					/>
				) : (
					<p className="text-muted">
						<Trans>No one has joined this team yet.</Trans>
					</p>
				)
			) : topPages.data.length + topTeams.data.length === 0 ? (
				<p className="text-muted">
					<Trans>Run, bake or celebrate for this cause: create a page and ask your friends to donate.</Trans>
				</p>
			) : (
				<div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
					{boards.map(({ kind, label, first }) =>
						first.data.length > 0 ? (
							<div key={kind} className="flex flex-col gap-3">
								<h3 className="font-medium">{label}</h3>
								<Leaderboard {...board} {...{ kind, label, first }} />
							</div>
						) : null,
					)}
				</div>
			)}
			{fundraiser.state === 'live' ? (
				<Button
					variant="outline"
					icon={HandHeart}
					className="needs-script self-start"
					onClick={() => setOpen(true)}
				>
					{team ? t`Join this team` : t`Create your page`}
				</Button>
			) : null}
			{isOpen ? <MakePageDialog fundraiser={fundraiser} team={team} onClose={() => setOpen(false)} /> : null}
		</section>
	);
}
