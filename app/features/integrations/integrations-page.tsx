import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SettingsRow } from '#app/ui/settings-row.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { useAppUrl } from './app-url.ts';

/** What other programs read of an organisation today, and which data goes where. */
export function IntegrationsPage({ user }: { user: CurrentUser }) {
	const { t } = useLingui();
	if (user.organisations.length === 0) {
		return <EmptyState drawing="door" title={t`You belong to no organisation.`} />;
	}
	return (
		<div className="flex flex-col gap-6">
			{user.organisations.map((organisation) => (
				<Feeds key={organisation.id} name={organisation.name} slug={organisation.slug} />
			))}
			<Card
				title={<Trans>Search engines, maps and messengers</Trans>}
				description={<Trans>They read what your event pages show to everybody: nothing of guests.</Trans>}
			>
				<SettingsRow
					title={<Trans>Event pages</Trans>}
					description={
						<Trans>
							Each public page names its event in schema.org words, with a picture for messengers, and is in
							the site map until it is over.
						</Trans>
					}
				>
					<Outside href="/sitemap.xml">{t`Site map`}</Outside>
				</SettingsRow>
			</Card>
			<Card
				title={<Trans>Your own tools</Trans>}
				description={<Trans>Here data of guests leaves: only for whom your organisation allows it.</Trans>}
			>
				<SettingsRow
					title={<Trans>Spreadsheets</Trans>}
					description={
						<Trans>
							Guest lists go out as CSV or Excel. They come in as CSV, in the guest list of each event.
						</Trans>
					}
				>
					<ButtonLink to="/custom-reports" variant="outline" size="sm">
						{t`Custom Reports`}
					</ButtonLink>
				</SettingsRow>
				<SettingsRow
					title={<Trans>Programs</Trans>}
					description={<Trans>Every screen here speaks one API, which your programs may use too.</Trans>}
				>
					<ButtonLink to="/developer-portal" variant="outline" size="sm">
						{t`Developer portal`}
					</ButtonLink>
				</SettingsRow>
				<SettingsRow
					title={<Trans>Mail</Trans>}
					description={
						<Trans>
							Answers of guests to confirmations and reminders reach the address in the settings of your
							organisation.
						</Trans>
					}
				>
					<ButtonLink to="/settings/organisation" variant="outline" size="sm">
						{t`Settings`}
					</ButtonLink>
				</SettingsRow>
			</Card>
		</div>
	);
}

function Feeds({ name, slug }: { name: string; slug: string }) {
	const { t } = useLingui();
	const appUrl = useAppUrl();
	const calendar = `${appUrl}/feeds/${slug}.ics`;
	const news = `${appUrl}/feeds/${slug}.atom`;
	return (
		<Card
			title={<Trans>Feeds of {name}</Trans>}
			description={
				<Trans>
					Your public events, for whoever has the address. Drafts and unlisted events are in none of them.
				</Trans>
			}
		>
			<SettingsRow
				title={<Trans>Calendar</Trans>}
				description={
					<Trans>
						For calendar programs and for websites that show a calendar. It follows when an event is moved or
						called off. <Address url={calendar} />
					</Trans>
				}
			>
				<CopyButton text={calendar} label={t`Copy`} variant="outline" />
				<Outside href={calendar.replace(/^https?:/, 'webcal:')}>{t`Subscribe`}</Outside>
			</SettingsRow>
			<SettingsRow
				title={<Trans>News</Trans>}
				description={
					<Trans>
						An Atom feed for readers, newsletters and automations: one entry for each event that is published.{' '}
						<Address url={news} />
					</Trans>
				}
			>
				<CopyButton text={news} label={t`Copy`} variant="outline" />
				<Outside href={`/feeds/${slug}.atom`}>{t`Open`}</Outside>
			</SettingsRow>
			<SettingsRow
				title={<Trans>All of them on one page</Trans>}
				description={<Trans>To link from your own website.</Trans>}
			>
				<Link to={`/events?organiser=${slug}`} className="link inline-flex min-h-11 items-center text-sm">
					<Trans>Events of {name}</Trans>
				</Link>
			</SettingsRow>
		</Card>
	);
}

const Address = ({ url }: { url: string }) => (
	<code dir="ltr" className="block [overflow-wrap:anywhere]">
		{url}
	</code>
);

const Outside = ({ href, children }: { href: string; children: ReactNode }) => (
	<a href={href} className="link inline-flex min-h-11 items-center px-2 text-sm">
		{children}
	</a>
);
