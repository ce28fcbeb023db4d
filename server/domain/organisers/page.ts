import { eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { organisationPages } from '#server/db/tables/organisers.ts';
import type { Services } from '#server/services.ts';
import type { OrganiserPage, OrganiserPageSettings } from '#shared/contracts/organisers.ts';
import { AppError, notFound } from '#shared/errors/app-error.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { logoUrl } from '../accounts/present.ts';
import { descriptionHtml } from '../events/description-html.ts';
import { presentCardRow } from '../events/present.ts';
import { listPublicEvents } from '../events/search/list-events.ts';

export interface Organiser {
	id: string;
	name: string;
	slug: string;
	logoFile: string | null;
	isVerified: boolean;
	about: string;
	links: OrganiserPage['links'];
	takesMessages: boolean;
}

const shownAtOnce = 24;
const pastShown = 12;

/**
 * An organiser as the public knows it: one that published an event, or wrote a page. Accounts have organisations of their own, which
 * no one is notified of.
 * @throws not-found; with the rule `page-hidden` where only its list of events is public
 */
export async function getPublicOrganiser(services: Services, slug: string): Promise<Organiser> {
	const { rows } = await services.database.pool.query<
		Organiser & { isShown: boolean; hasPage: boolean; isSuspended: boolean; hasPublished: boolean }
	>({
		name: 'organisers.find-public',
		text: `SELECT o.id, o.name, o.slug, o.logo_file AS "logoFile", k.verified_at IS NOT NULL AS "isVerified",
				coalesce(p.about, '') AS about, coalesce(p.links, '[]') AS links, coalesce(p.takes_messages, false) AS "takesMessages",
				coalesce(p.is_shown, true) AS "isShown", p.organisation_id IS NOT NULL AS "hasPage",
				k.suspended_at IS NOT NULL AS "isSuspended",
				EXISTS (SELECT FROM events e WHERE e.organisation_id = o.id AND e.visibility = 'public' AND e.published_at IS NOT NULL
					AND e.status <> 'draft') AS "hasPublished"
			FROM organisations o
			LEFT JOIN organisation_pages p ON p.organisation_id = o.id
			LEFT JOIN organisation_marks k ON k.organisation_id = o.id
			WHERE o.slug = $1 AND o.sandbox_of IS NULL`,
		values: [slug],
	});
	const [row] = rows;
	if (!row || row.isSuspended || !(row.hasPublished || (row.hasPage && row.isShown)))
		throw notFound('Organiser');
	const { isShown, hasPage: _, isSuspended: _s, hasPublished: _p, ...organiser } = row;
	if (!isShown) throw new AppError('RESOURCE_NOT_FOUND', { metadata: { rule: 'page-hidden' } });
	return organiser;
}

export async function readOrganiserPage(services: Services, slug: string): Promise<OrganiserPage> {
	const organiser = await getPublicOrganiser(services, slug);
	const list = (query: { limit: number; past?: true }) =>
		listPublicEvents(services, { organiser: organiser.slug, ...query } as Parameters<
			typeof listPublicEvents
		>[1]);
	const [upcoming, past] = await Promise.all([
		list({ limit: shownAtOnce }),
		list({ limit: pastShown, past: true }),
	]);
	return {
		name: organiser.name,
		slug: organiser.slug,
		logoUrl: logoUrl(organiser.logoFile),
		isVerified: organiser.isVerified,
		aboutHtml: organiser.about === '' ? '' : await descriptionHtml(organiser.about),
		links: organiser.links,
		takesMessages: organiser.takesMessages && services.mailer.canSend,
		upcoming: upcoming.rows.map(presentCardRow),
		past: past.rows.map(presentCardRow),
		hasMore: upcoming.nextCursor !== null,
	};
}

/** A page that was never saved has version 0. */
const nothing: OrganiserPageSettings = {
	about: '',
	links: [],
	isShown: true,
	takesMessages: false,
	version: 0,
};

export async function getPageSettings(db: DbOrTx, organisationId: string): Promise<OrganiserPageSettings> {
	const [row] = await db
		.select()
		.from(organisationPages)
		.where(eq(organisationPages.organisationId, organisationId));
	if (!row) return nothing;
	const { about, links, isShown, takesMessages, version } = row;
	return { about, links, isShown, takesMessages, version };
}

/** Changes the page of the version that was read. @throws a version conflict */
export async function updatePageSettings(
	services: Services,
	how: {
		organisationId: string;
		ifMatch: number | undefined;
		changes: { [K in keyof Omit<OrganiserPageSettings, 'version'>]?: OrganiserPageSettings[K] | undefined };
	},
): Promise<OrganiserPageSettings> {
	const { organisationId, ifMatch, changes } = how;
	const updatedAt = services.clock.now();
	return services.database.transaction(async (tx) => {
		// The row is made first, so that there is one to lock: of two first saves at once, the second is a conflict.
		const made = await tx
			.insert(organisationPages)
			.values({ organisationId, ...changes, updatedAt })
			.onConflictDoNothing()
			.returning({ version: organisationPages.version });
		if (made.length > 0) {
			if (ifMatch !== undefined && ifMatch !== 0) throw versionConflict(0);
			return getPageSettings(tx, organisationId);
		}
		const isIt = eq(organisationPages.organisationId, organisationId);
		const [row] = await tx
			.select({ version: organisationPages.version })
			.from(organisationPages)
			.where(isIt)
			.for('update');
		const version = row?.version ?? 0;
		if (ifMatch !== undefined && ifMatch !== version) throw versionConflict(version);
		await tx
			.update(organisationPages)
			.set({ ...changes, version: sql`${organisationPages.version} + 1`, updatedAt })
			.where(isIt);
		return getPageSettings(tx, organisationId);
	});
}
