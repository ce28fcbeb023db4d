import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useAppUrl } from '#app/shell/app-url.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { SettingsRow } from '#app/ui/settings-row.tsx';

/** Machine-readable values for search engines and spreadsheets. */
export function OtherWays() {
	const { t } = useLingui();
	return (
		<>
			<Card
				id="seo"
				className="scroll-mt-24"
				title={<Trans>SEO and link previews</Trans>}
				description={<Trans>Public event details only; no guest data.</Trans>}
			>
				<SettingsRow
					title={<Trans>Event pages</Trans>}
					description={
						<Trans>
							Each public page carries schema.org data and a preview image, and is in the sitemap until the
							event is over.
						</Trans>
					}
				>
					<Outside href="/sitemap.xml">{t`Sitemap`}</Outside>
				</SettingsRow>
			</Card>
			<Card
				id="exports"
				className="scroll-mt-24"
				title={<Trans>Exports and API</Trans>}
				description={<Trans>Includes guest data; team permissions apply.</Trans>}
			>
				<SettingsRow
					title={<Trans>Spreadsheets</Trans>}
					description={
						<Trans>Export guest lists as CSV or Excel. Import them from the guest list of each event.</Trans>
					}
				>
					<ButtonLink to="/custom-reports" variant="outline" size="sm">
						{t`Custom Reports`}
					</ButtonLink>
				</SettingsRow>
				<SettingsRow title={<Trans>API</Trans>} description={<Trans>Use the same API as this app.</Trans>}>
					<ButtonLink to="/developer-portal" variant="outline" size="sm">
						{t`Developer Portal`}
					</ButtonLink>
				</SettingsRow>
				<SettingsRow
					title={<Trans>Email</Trans>}
					description={
						<Trans>
							Guest replies to confirmations and reminders go to the reply-to email in your organisation’s
							settings.
						</Trans>
					}
				>
					<ButtonLink to="/settings/organisation" variant="outline" size="sm">
						{t`Settings`}
					</ButtonLink>
				</SettingsRow>
			</Card>
		</>
	);
}

/** Feeds of the public events of an organisation. */
export function Feeds({ name, slug }: { name: string; slug: string }) {
	const { t } = useLingui();
	const appUrl = useAppUrl();
	const calendar = `${appUrl}/feeds/${slug}.ics`;
	const news = `${appUrl}/feeds/${slug}.atom`;
	return (
		<Card
			id="feeds"
			className="scroll-mt-24"
			title={<Trans>{name} feeds</Trans>}
			description={
				<Trans>Your public events, for anyone with the link. Drafts and unlisted events are left out.</Trans>
			}
		>
			<SettingsRow
				title={<Trans>Calendar</Trans>}
				description={
					<Trans>
						For calendar apps and websites. It updates when an event is rescheduled or cancelled.{' '}
						<Address url={calendar} />
					</Trans>
				}
			>
				<CopyButton text={calendar} label={t`Copy`} variant="outline" />
				<Outside href={calendar.replace(/^https?:/, 'webcal:')}>{t`Subscribe`}</Outside>
			</SettingsRow>
			<SettingsRow
				title={<Trans>News feed</Trans>}
				description={
					<Trans>
						An Atom feed for feed readers, newsletters and automations, with an entry for each published
						event. <Address url={news} />
					</Trans>
				}
			>
				<CopyButton text={news} label={t`Copy`} variant="outline" />
				<Outside href={`/feeds/${slug}.atom`}>{t`Open`}</Outside>
			</SettingsRow>
			<SettingsRow
				title={<Trans>All events page</Trans>}
				description={<Trans>Link to it from your website.</Trans>}
			>
				<Link to={`/events?organiser=${slug}`} className="link inline-flex min-h-11 items-center text-sm">
					<Trans>View {name}’s events</Trans>
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
