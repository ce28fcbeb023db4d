import { Trans, useLingui } from '@lingui/react/macro';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { EventChanges } from '../../api.ts';
import { SectionCard } from './section-card.tsx';
import { useSection } from './use-section.ts';

/** Who sees the event, under which address, and what stands outside of it. */
export function SettingsSection({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const hasPassword = event.organisation?.hasPassword ?? false;
	const section = useSection(
		event,
		{
			visibility: event.visibility,
			password: '',
			slug: event.slug,
			externalUrl: event.externalUrl,
			refundPolicy: event.refundPolicy,
			currency: event.currency,
		},
		({ password, ...touched }): EventChanges => ({ ...touched, ...(password ? { password } : {}) }),
	);
	const { values, set, problem } = section;
	return (
		<SectionCard id="settings" title={t`Settings`} section={section}>
			<RadioGroup
				label={t`Who can see it`}
				name="visibility"
				look="cards"
				value={values.visibility}
				onChange={(change) => set({ visibility: change.currentTarget.value as PublicEvent['visibility'] })}
				error={problem('visibility')}
				options={[
					{
						value: 'public',
						label: t`Everybody`,
						description: t`In the list of events and in search engines.`,
					},
					{ value: 'unlisted', label: t`Whoever has the link`, description: t`In no list.` },
					{ value: 'password', label: t`Whoever has the password`, description: t`The page asks for it.` },
					{ value: 'invite_only', label: t`Guests you add`, description: t`Nobody else finds the page.` },
				]}
			/>
			{values.visibility === 'password' ? (
				<TextField
					label={hasPassword ? t`New password` : t`Password`}
					name="password"
					value={values.password}
					onChange={(change) => set({ password: change.target.value })}
					error={problem('password')}
					maxLength={200}
					autoComplete="off"
					isOptional={hasPassword}
					hint={hasPassword ? t`A new one closes the page for those who came with the old one.` : undefined}
				/>
			) : null}
			<TextField
				label={t`Address of the page`}
				name="slug"
				value={values.slug}
				prefix="/events/"
				onChange={(change) => set({ slug: change.target.value })}
				error={problem('slug')}
				maxLength={80}
				autoCapitalize="none"
				spellCheck={false}
				hint={t`Links to the old address go on working. The short code is ${event.code}.`}
			/>
			<TextField
				label={t`Registration elsewhere`}
				name="externalUrl"
				type="url"
				inputMode="url"
				value={values.externalUrl}
				onChange={(change) => set({ externalUrl: change.target.value })}
				error={problem('externalUrl')}
				hint={<Trans>With an address here, the page leads there and nobody registers on it.</Trans>}
				isOptional
			/>
			<TextArea
				label={t`Refund policy`}
				name="refundPolicy"
				value={values.refundPolicy}
				onChange={(change) => set({ refundPolicy: change.target.value })}
				error={problem('refundPolicy')}
				maxLength={5_000}
				isOptional
			/>
			<TextField
				label={t`Currency`}
				name="currency"
				value={values.currency}
				onChange={(change) => set({ currency: change.target.value.toUpperCase() })}
				error={problem('currency')}
				maxLength={3}
				className="max-w-48"
				hint={t`Three letters, as EUR.`}
			/>
		</SectionCard>
	);
}
