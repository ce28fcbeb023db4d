import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { api } from '#app/lib/api-client.ts';
import { storeAnswer } from '#app/lib/api-query.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Form } from '#app/ui/form.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import * as contracts from '#shared/contracts/gift-receipts.ts';
import { receiptRegimes } from '#shared/rules/gift-receipts.ts';
import { receiptSettingsKey, useGiftReceiptSettings } from '../api.ts';

/** Whether an organisation issues receipts of donations, and its details on them. */
export function GiftReceiptCard(props: { organisation: string; isEditable: boolean }) {
	const { organisation } = props;
	const settings = useGiftReceiptSettings(organisation);
	if (settings.isError) return <ErrorCallout error={settings.error} onRetry={settings.refetch} />;
	if (!settings.data) return null;
	return <SettingsForm key={settings.data.version} {...props} settings={settings.data} />;
}

type ReceiptText = 'number' | 'signatory' | 'purpose' | 'taxOffice' | 'assessmentPeriod';

function SettingsForm(props: {
	organisation: string;
	isEditable: boolean;
	settings: contracts.GiftReceiptSettings;
}) {
	const { organisation, settings, isEditable } = props;
	const { t } = useLingui();
	const client = useQueryClient();
	const [regime, setRegime] = useState<string>(settings.regime ?? '');
	const numbers: Record<string, string> = { us: t`EIN`, uk: t`Charity number`, de: t`Tax number` };
	const labels = {
		number: numbers[regime] ?? '',
		signatory: t`Signed by`,
		purpose: t`Purposes`,
		taxOffice: t`Tax office`,
		noticeDate: t`Date of the notice`,
		assessmentPeriod: t`Last assessment period`,
		name: t`Legal name`,
		address: t`Address`,
	};
	const form = useFormCall({
		labels,
		checks: {},
		async send(values) {
			const { number = '', signatory = '', purpose = '', taxOffice = '', noticeDate = '' } = values;
			const saved = await api.call(contracts.updateGiftReceiptSettings, {
				params: { organisation },
				body: {
					regime: receiptRegimes.find((one) => one === regime) ?? null,
					...{ number, signatory, purpose, taxOffice },
					assessmentPeriod: values.assessmentPeriod ?? '',
					noticeDate: noticeDate === '' ? null : noticeDate,
					excludesMembershipFees: values.excludesMembershipFees === 'on',
					isAutomatic: values.isAutomatic === 'on',
					sendsSummary: values.sendsSummary === 'on',
				},
				ifMatch: `"${settings.version}"`,
			});
			storeAnswer(client, receiptSettingsKey(organisation), saved);
			toast({ variant: 'success', description: t`Donation receipts saved` });
		},
	});
	const text = (name: ReceiptText) => ({
		name,
		label: labels[name],
		defaultValue: settings[name],
		error: form.errorOf(name),
		dir: 'auto' as const,
	});
	return (
		<Card
			id="donation-receipts"
			aria-label={t`Donation receipts`}
			title={t`Donation receipts`}
			description={
				<Trans>
					Numbered, in the wording of your country, with the legal name and address above. Choose a country
					only if your organisation has this status there, and have an adviser check the wording.
				</Trans>
			}
			className="scroll-mt-24"
		>
			<Form id="gift-receipts" method="post" errors={form.summary} onSubmit={form.submit}>
				<fieldset disabled={!isEditable} className="contents">
					<Select
						label={t`Country and status`}
						value={regime}
						onChange={(event) => setRegime(event.target.value)}
						options={[
							{ value: '', label: t`No donation receipts` },
							{ value: 'us', label: t`United States, 501(c)(3)` },
							{ value: 'uk', label: t`United Kingdom, registered charity` },
							{ value: 'de', label: t`Germany, exempt under § 5 (1) no. 9 KStG` },
						]}
						disabled={!isEditable}
					/>
					{regime === '' ? null : (
						<ReceiptFields
							regime={regime}
							settings={settings}
							text={text}
							noticeDate={{ label: labels.noticeDate, error: form.errorOf('noticeDate') }}
						/>
					)}
					{settings.missing.length > 0 && regime === settings.regime ? (
						<Callout tone="warning" title={t`No receipts are issued yet`}>
							<Trans>
								Missing or out of date: {settings.missing.map((field) => labels[field]).join(', ')}
							</Trans>
						</Callout>
					) : null}
					{isEditable ? (
						<Button type="submit" variant="outline" isLoading={form.isPending} className="self-start">
							{t`Save`}
						</Button>
					) : null}
				</fieldset>
			</Form>
		</Card>
	);
}

/** The organisation's details on the receipts of a country, and whether they are emailed. */
function ReceiptFields(props: {
	regime: string;
	settings: contracts.GiftReceiptSettings;
	/** The properties of a field of text. */
	text: (name: ReceiptText) => ComponentProps<typeof TextField>;
	noticeDate: { label: string; error: string | undefined };
}) {
	const { t } = useLingui();
	const { regime, settings, text, noticeDate } = props;
	return (
		<>
			<TextField {...text('number')} maxLength={50} />
			{regime === 'de' ? (
				<>
					<div className="grid gap-5 sm:grid-cols-2">
						<TextField {...text('taxOffice')} maxLength={200} />
						<TextField
							{...noticeDate}
							name="noticeDate"
							type="date"
							defaultValue={settings.noticeDate ?? ''}
							hint={t`Receipts end 5 years after it, or 3 years after a notice under § 60a AO.`}
						/>
					</div>
					<TextField
						{...text('assessmentPeriod')}
						hint={t`Such as 2024. Leave it empty if your notice is one under § 60a AO.`}
						maxLength={50}
						isOptional
					/>
					<TextField
						{...text('purpose')}
						hint={t`As your notice names them, such as “Kunst und Kultur”.`}
						maxLength={300}
					/>
					<Checkbox
						label={t`Membership fees can’t be deducted`}
						hint={t`For sport, local history and other purposes of § 10b (1) sentence 8 EStG. Confirmations then say that a donation is no membership fee.`}
						name="excludesMembershipFees"
						defaultChecked={settings.excludesMembershipFees}
					/>
				</>
			) : null}
			<TextField
				{...text('signatory')}
				hint={
					regime === 'de'
						? t`Printed below the line for the signature. Confirmations above €300 or with an address are valid once you sign them by hand.`
						: t`Name and office, printed at the end.`
				}
				maxLength={200}
				isOptional
			/>
			<Checkbox
				label={t`Email each donor their receipt at once`}
				hint={t`Otherwise they get it on the page of their order.`}
				name="isAutomatic"
				defaultChecked={settings.isAutomatic}
			/>
			<Checkbox
				label={t`Email donors a list of their year each January`}
				name="sendsSummary"
				defaultChecked={settings.sendsSummary}
			/>
		</>
	);
}
