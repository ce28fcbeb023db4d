import type { SupporterPageCard } from '#shared/contracts/fundraisers.ts';
import type { ListedPage, OwnPage } from '#shared/contracts/supporter-pages.ts';
import type { PageRow } from './page-record.ts';
import { presentPicture } from './picture.ts';

/** A page with its team, where it has one. */
export interface PageWithTeam {
	page: PageRow;
	team: Pick<PageRow, 'id' | 'slug' | 'name' | 'state'> | null;
}

export function presentCard(row: PageRow): SupporterPageCard {
	const { id, kind, slug, name, goalMinor, raisedMinor, donors } = row;
	return { id, kind, slug, name, picture: presentPicture(row), goalMinor, raisedMinor, donors };
}

/** The team, while it is public. */
export const shownTeam = ({ team }: PageWithTeam): OwnPage['team'] =>
	team?.state === 'shown' ? { id: team.id, slug: team.slug, name: team.name } : null;

export function presentListed(row: PageWithTeam): ListedPage {
	const { page } = row;
	return {
		...presentCard(page),
		story: page.story,
		team: shownTeam(row),
		ownerEmail: page.ownerEmail,
		state: page.state,
		hiddenReason: page.hiddenReason,
		reports: page.reports,
		reportReason: page.reportReason,
		createdAt: page.createdAt.toISOString(),
	};
}
