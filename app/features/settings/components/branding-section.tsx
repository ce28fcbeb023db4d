import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { SectionCard } from '#app/ui/section-card.tsx';
import { hueOfColor, textOnColor } from '#shared/rules/brand-color.ts';
import { useSettingsSection } from '../use-settings-section.ts';
import type { OrganisationPart } from './organisation-sections.tsx';

const FIRST = '#b4532a';
const ENOUGH = 4.5;

/** The colour of new events, tried on text before it is taken. */
export function BrandingSection({ saved, isEditable }: OrganisationPart) {
	const { t, i18n } = useLingui();
	const section = useSettingsSection(saved, ['brandColor']);
	const { values, set, problem } = section;
	const color = values.brandColor;
	return (
		<SectionCard
			id="branding"
			title={t`Branding`}
			description={t`Used on new event pages and emails. We adjust it for contrast.`}
			section={section}
			isEditable={isEditable}
		>
			<div className="flex flex-wrap items-end gap-4">
				<label className="flex flex-col gap-1.5 text-sm font-medium">
					<Trans>Colour</Trans>
					<input
						type="color"
						name="brandColor"
						value={color || FIRST}
						onChange={(change) => set({ brandColor: change.target.value.toLowerCase() })}
						className="h-11 w-24 rounded-md border bg-surface p-1"
					/>
				</label>
				{color ? (
					<Button variant="ghost" onClick={() => set({ brandColor: '' })} isDisabled={!isEditable}>
						<Trans>Use each event’s cover colour</Trans>
					</Button>
				) : (
					<p className="pb-3 text-sm text-muted">
						<Trans>Each event uses the colour of its cover.</Trans>
					</p>
				)}
			</div>
			{problem('brandColor') ? <Callout tone="danger">{problem('brandColor')}</Callout> : null}
			{color ? <Trial color={color} locale={i18n.locale} /> : null}
		</SectionCard>
	);
}

function Trial({ color, locale }: { color: string; locale: string }) {
	const { t } = useLingui();
	const { text, ratio } = textOnColor(color);
	const white = textOnColor(color).text === '#ffffff';
	const shown = ratio.toLocaleString(locale, { maximumFractionDigits: 1 });
	const hue = hueOfColor(color);
	if (hue === null) {
		return (
			<Callout tone="warning">
				<Trans>Grey has no hue: events keep the colour of their covers.</Trans>
			</Callout>
		);
	}
	return (
		<div className="grid gap-4 sm:grid-cols-2">
			<figure className="flex flex-col gap-2">
				<div
					className="grid h-24 place-items-center rounded-lg text-lg font-semibold"
					style={{ background: color, color: text }}
				>
					<Trans>Your colour</Trans>
				</div>
				<figcaption className="text-compact text-muted">
					{white ? (
						<Trans>
							White text on it has a contrast of {shown}:1, at least {ENOUGH}:1 is needed.
						</Trans>
					) : (
						<Trans>
							White text could not be read on it; black has a contrast of {shown}:1, at least {ENOUGH}:1 is
							needed.
						</Trans>
					)}
				</figcaption>
			</figure>
			<figure className="flex flex-col gap-2">
				<div
					className="event-theme flex h-24 flex-col items-start justify-center gap-2 rounded-lg bg-event-wash px-5"
					style={{ '--event-hue': hue }}
				>
					<b className="text-event-ink">{t`Your event`}</b>
					<span className="rounded-md bg-event px-3 py-1.5 text-sm font-medium text-on-event">
						<Trans>Register</Trans>
					</span>
				</div>
				<figcaption className="text-compact text-muted">
					<Trans>Preview</Trans>
				</figcaption>
			</figure>
		</div>
	);
}
