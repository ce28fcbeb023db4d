import { Trans, useLingui } from '@lingui/react/macro';
import { BriefcaseBusiness, Mail, MessageCircle, Share2 } from 'lucide-react';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { type SharedEvent, type ShareTarget, shareLink, shareTargets } from '#shared/rules/share-links.ts';
import { EventWhen } from '../event-when.tsx';

const icons = { whatsapp: MessageCircle, email: Mail, linkedin: BriefcaseBusiness };

/** The event as people will see it where it is shared, and every way to share it with one press. */
export function ShareCard(props: { event: PublicEvent; shared: SharedEvent; isNew: boolean }) {
	const { event, shared, isNew } = props;
	const { t } = useLingui();
	const labels: Record<ShareTarget, string> = { whatsapp: 'WhatsApp', email: t`Email`, linkedin: 'LinkedIn' };
	// Phones and most tablets; other browsers have no such sheet.
	const hasSheet = 'share' in navigator;
	return (
		<section
			aria-labelledby="share-title"
			className="event-theme grid overflow-clip rounded-xl border bg-surface lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]"
			style={{ '--event-hue': event.themeHue }}
		>
			<img
				src={event.cover.url}
				srcSet={event.cover.srcSet || undefined}
				sizes="(min-width: 64rem) 40rem, 100vw"
				alt={event.cover.isGenerated ? '' : event.cover.alt}
				width={960}
				height={540}
				className="aspect-16/9 size-full bg-event-wash object-cover"
			/>
			<div className="flex min-w-0 flex-col justify-center gap-4 p-5 md:p-8">
				<div>
					<h2 id="share-title" className="title-page">
						{isNew ? <Trans>Your event is live</Trans> : <Trans>Share your event</Trans>}
					</h2>
					<div className="mt-1.5 text-muted">
						<EventWhen event={event} />
					</div>
				</div>
				<p className="flex min-w-0 items-center gap-2 rounded-md border border-hairline bg-sunken ps-3 pe-1">
					<code dir="ltr" className="min-w-0 flex-1 truncate py-2.5 text-sm">
						{shared.url.replace(/^https?:\/\//, '')}
					</code>
					{hasSheet ? <CopyButton text={shared.url} /> : null}
				</p>
				{hasSheet ? (
					<Button size="lg" icon={Share2} onClick={() => void navigator.share(shared).catch(() => {})}>
						{t`Share`}
					</Button>
				) : (
					<CopyButton text={shared.url} label={t`Copy link`} size="lg" variant="primary" />
				)}
				<div className="grid grid-cols-[repeat(auto-fit,minmax(6.25rem,1fr))] gap-1.5">
					{shareTargets.map((target) => (
						<ButtonLink
							key={target}
							to={shareLink(shared, target)}
							isExternal
							{...(target === 'email' ? {} : { target: '_blank', rel: 'noreferrer' })}
							variant="outline"
							icon={icons[target]}
							className="min-h-11 px-1.5! text-compact! sm:text-sm!"
						>
							{labels[target]}
						</ButtonLink>
					))}
				</div>
			</div>
		</section>
	);
}
