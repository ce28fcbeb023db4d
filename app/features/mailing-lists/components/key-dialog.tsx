import { useLingui } from '@lingui/react/macro';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { PlanHint } from '#app/shell/plan-hint.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormButtons } from '#app/ui/form-buttons.tsx';
import type { MailingList } from '#shared/contracts/mailing-lists.ts';
import type { ListSettings } from '../api.ts';
import { useSettingTexts } from '../labels.ts';
import { atFields, settingChecks, settingsFrom } from '../service-form.ts';
import { Waiting } from './key-step.tsx';
import { SettingFields } from './setting-fields.tsx';

/** Another key for a list that is connected, which must reach the same list. */
export function KeyDialog(props: {
	organisation: string;
	list: MailingList;
	/** @throws what the server refuses */
	onSave: (settings: ListSettings) => Promise<void>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { list, onClose } = props;
	const { service } = list;
	const texts = useSettingTexts(service);
	const form = useFormCall({
		labels: Object.fromEntries(Object.entries(texts).map(([name, { label }]) => [name, label])),
		checks: settingChecks(
			service,
			Object.fromEntries(Object.entries(texts).map(([name, { missing }]) => [name, missing])),
		),
		send: async (values) => {
			try {
				await props.onSave(settingsFrom(service, values));
			} catch (error) {
				throw atFields(error);
			}
		},
	});
	return (
		<Dialog
			isOpen
			onClose={onClose}
			title={t`New key for ${list.listName}`}
			description={
				list.keyEnding
					? t`The key in use ends with ${list.keyEnding}. The new one must have access to the same list.`
					: t`It must have access to the same list.`
			}
			footer={
				<FormButtons
					form="mailing-list-key"
					onClose={onClose}
					isPending={form.isPending}
					label={t`Save key`}
					closeLabel={t`Cancel`}
				/>
			}
		>
			<Form
				id="mailing-list-key"
				method="post"
				errors={form.summary}
				onSubmit={form.submit}
				autoComplete="off"
			>
				<PlanHint organisation={props.organisation} need="hasIntegrations" />
				<SettingFields
					service={service}
					settings={service === 'listmonk' ? { apiKey: '', address: `https://${list.host}` } : null}
					errorOf={form.errorOf}
				/>
				{form.isPending ? <Waiting service={service} /> : <span role="status" className="sr-only" />}
			</Form>
		</Dialog>
	);
}
