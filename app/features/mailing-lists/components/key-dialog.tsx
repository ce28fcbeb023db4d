import { useLingui } from '@lingui/react/macro';
import { PlanHint } from '#app/shell/plan-hint.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import type { MailingList } from '#shared/contracts/mailing-lists.ts';
import type { ListSettings } from '../api.ts';
import { atFields, useSettingsForm } from '../service-form.ts';
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
	const form = useSettingsForm(service, async (settings) => {
		try {
			await props.onSave(settings);
		} catch (error) {
			throw atFields(error);
		}
	});
	return (
		<FormDialog
			form="mailing-list-key"
			{...form.dialog}
			autoComplete="off"
			onClose={onClose}
			label={t`Save key`}
			closeLabel={t`Cancel`}
			title={t`New key for ${list.listName}`}
			description={
				list.keyEnding
					? t`The key in use ends with ${list.keyEnding}. The new one must have access to the same list.`
					: t`It must have access to the same list.`
			}
		>
			<PlanHint organisation={props.organisation} need="hasIntegrations" />
			<SettingFields
				service={service}
				settings={service === 'listmonk' ? { apiKey: '', address: `https://${list.host}` } : null}
				errorOf={form.errorOf}
			/>
			{form.isPending ? <Waiting service={service} /> : <span role="status" className="sr-only" />}
		</FormDialog>
	);
}
