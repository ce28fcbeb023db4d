import { plainArray } from '#server/db/statement.ts';
import type { VersionedPage } from '#server/http/page-routes.ts';
import { createDatabaseBatcher } from '#server/platform/concurrency/request-batcher.ts';
import type { Services } from '#server/services.ts';
import { type ManageClaim, readManageToken } from './manage-token.ts';

// `xmin` is the transaction that wrote a row last, so a version names every row that `presentManagedOrder` reads; those of payments only for orders with a price. What has
// begun or is over is said apart: it changes without a write.
const versions = {
	name: 'orders.page-version',
	text: `
SELECT w.place, concat_ws(' ', o.xmin, e.xmin, g.xmin, e.ends_at <= $5::timestamptz, e.starts_at <= $5::timestamptz,
	(SELECT string_agg(concat_ws(' ', a.id, a.xmin, t.xmin), ' ' ORDER BY a.id)
		FROM attendees a JOIN ticket_types t ON t.organisation_id = a.organisation_id AND t.id = a.ticket_type_id
		WHERE a.organisation_id = o.organisation_id AND a.event_id = o.event_id AND a.order_id = o.id),
	(SELECT concat_ws(' ', u.id, u.xmin) FROM group_bookings u WHERE u.organisation_id = o.organisation_id AND u.order_id = o.id),
	(SELECT string_agg(concat_ws(' ', f.id, f.xmin, f.expires_at <= $5::timestamptz), ' ' ORDER BY f.id) FROM ticket_transfers f
		WHERE f.organisation_id = o.organisation_id AND f.order_id = o.id),
	(SELECT string_agg(concat_ws(' ', h.id, h.xmin, h.expires_at <= $5::timestamptz), ' ' ORDER BY h.id) FROM order_changes h
		WHERE h.organisation_id = o.organisation_id AND h.order_id = o.id),
	CASE WHEN o.total_minor > 0 THEN concat_ws(' ',
		(SELECT string_agg(concat_ws(' ', p.id, p.xmin), ' ' ORDER BY p.id) FROM payments p
			WHERE p.organisation_id = o.organisation_id AND p.subject_id = o.id),
		(SELECT string_agg(concat_ws(' ', r.id, r.xmin), ' ' ORDER BY r.id) FROM refunds r
			WHERE r.organisation_id = o.organisation_id AND r.subject_id = o.id),
		(SELECT string_agg(concat_ws(' ', q.id, q.xmin), ' ' ORDER BY q.id) FROM refund_requests q
			WHERE q.organisation_id = o.organisation_id AND q.order_id = o.id),
		(SELECT b.xmin FROM ledger_subjects b WHERE b.organisation_id = o.organisation_id AND b.subject_id = o.id),
		(SELECT s.xmin FROM payment_settings s WHERE s.organisation_id = o.organisation_id),
		(SELECT c.xmin FROM payment_accounts c WHERE c.organisation_id = o.organisation_id AND c.disconnected_at IS NULL)) END) AS version
FROM unnest($1::int[], $2::uuid[], $3::uuid[], $4::int[]) AS w(place, event_id, id, version)
JOIN names n ON n.kind = 'event' AND n.name = w.event_id::text
JOIN events e ON e.organisation_id = n.organisation_id AND e.id = n.target_id
JOIN organisations g ON g.id = e.organisation_id
JOIN orders o ON o.organisation_id = e.organisation_id AND o.event_id = e.id AND o.id = w.id AND o.manage_version = w.version`,
};

const findVersions = createDatabaseBatcher(200, async (services: Services, claims: ManageClaim[]) => {
	const { rows } = await services.database.pool.query<{ place: number; version: string }>({
		...versions,
		values: [
			plainArray(claims.map((_, index) => index)),
			plainArray(claims.map((claim) => claim.eventId)),
			plainArray(claims.map((claim) => claim.orderId)),
			plainArray(claims.map((claim) => claim.version)),
			services.clock.now(),
		],
	});
	const found = new Map(rows.map((row) => [row.place, row.version]));
	return claims.map((_, index) => found.get(index) ?? null);
});

/** "My ticket": rendered once for each state of the order, its event, its tickets and their types. */
export const myTicketPage: VersionedPage = {
	path: /^\/my-ticket\/([\w-]{71})$/,
	query: ['new', 'changed'],
	async findVersion(services, token) {
		const claim = readManageToken(services.secret, token);
		return claim && findVersions(services, claim);
	},
};
