import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { Badge } from '#app/ui/badge.tsx';
import { IconMenu } from '#app/ui/icon-menu.tsx';
import { NameAndState } from '#app/ui/name-and-state.tsx';
import type { ApiKey } from '#shared/contracts/developer.ts';

const states = {
	live: { label: msg`Active`, tone: 'success' },
	rotating: { label: msg`Being replaced`, tone: 'pending' },
	ended: { label: msg`Replaced`, tone: 'neutral' },
	expired: { label: msg`Expired`, tone: 'neutral' },
	revoked: { label: msg`Revoked`, tone: 'neutral' },
	powerless: { label: msg`Its creator left`, tone: 'warning' },
} as const;

/** One key: what it may do, until when, when it was last used, and what can be done with it. */
export function KeyRow(props: { apiKey: ApiKey; onAction: (act: 'edit' | 'rotate' | 'revoke') => void }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const { apiKey, onAction } = props;
	const { label, tone } = states[apiKey.state];
	const works = apiKey.state === 'live' || apiKey.state === 'rotating';
	const day = (instant: string) => formats.date(instant, zone);
	const used = apiKey.lastUsedAt ? formats.relative(apiKey.lastUsedAt) : '';
	const allEvents = apiKey.environment === 'test' ? t`All events of the sandbox` : t`All events`;
	const items = [
		...(works ? [{ id: 'edit', label: t`Edit`, onSelect: () => onAction('edit') }] : []),
		...(apiKey.state === 'live'
			? [{ id: 'rotate', label: t`Rotate`, onSelect: () => onAction('rotate') }]
			: []),
		{ id: 'revoke', label: t`Revoke`, tone: 'destructive' as const, onSelect: () => onAction('revoke') },
	];
	return (
		<li className="flex items-start gap-4 p-4">
			<div className="flex min-w-0 flex-1 flex-col gap-1">
				<NameAndState name={apiKey.name} state={{ tone, label: i18n._(label) }}>
					{apiKey.environment === 'test' ? <Badge variant="outline">{t`Test`}</Badge> : null}
				</NameAndState>
				<p className="text-sm text-muted">
					<code dir="ltr">
						fyr_{apiKey.environment}_…{apiKey.lastFour}
					</code>
					{' · '}
					{used ? (
						<Trans>
							last used {used} by <code dir="ltr">{apiKey.lastUsedRoute}</code>
						</Trans>
					) : (
						<Trans>not used yet</Trans>
					)}
				</p>
				<p className="text-sm text-muted" dir="ltr">
					{apiKey.scopes.join(' · ')}
				</p>
				<p className="text-sm text-muted">
					{apiKey.eventIds ? (
						<Plural value={apiKey.eventIds.length} one="# event" other="# events" />
					) : (
						allEvents
					)}
					{apiKey.networks ? (
						<>
							{' · '}
							<Trans>from {apiKey.networks.join(', ')}</Trans>
						</>
					) : null}
					{' · '}
					<Until apiKey={apiKey} day={day} />
					{' · '}
					<Trans>
						created {day(apiKey.createdAt)} by {apiKey.createdBy.name || t`a former member`}
					</Trans>
				</p>
			</div>
			{works || apiKey.state === 'powerless' ? (
				<IconMenu label={t`Actions for ${apiKey.name}`} items={items} />
			) : null}
		</li>
	);
}

function Until({ apiKey, day }: { apiKey: ApiKey; day: (instant: string) => string }) {
	if (apiKey.revokedAt) return <Trans>revoked {day(apiKey.revokedAt)}</Trans>;
	if (apiKey.endsAt) return <Trans>works until {day(apiKey.endsAt)}</Trans>;
	if (apiKey.expiresAt) return <Trans>expires {day(apiKey.expiresAt)}</Trans>;
	return <Trans>never expires</Trans>;
}
