import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { type Document, replaceDocument } from '#shared/contracts/documents.ts';

/** Replaces a faulty invoice or receipt, for a reason that its credit note says. */
export function ReplaceDialog(props: { organisation: string; document: Document; onClose: () => void }) {
	const { t } = useLingui();
	const client = useQueryClient();
	const { organisation, document, onClose } = props;
	const form = useFormCall({
		labels: { reason: t`Reason` },
		checks: { reason: (value: string) => (value.trim() === '' ? t`This field is required.` : undefined) },
		async send({ reason = '' }) {
			const { label } = await api.call(replaceDocument, {
				params: { organisation, document: document.id },
				body: { reason },
				idempotencyKey: newIdempotencyKey(),
			});
			onClose();
			toast({ variant: 'success', description: t`${document.label} is replaced by ${label}` });
			await client.invalidateQueries({ queryKey: ['documents', organisation] });
		},
	});
	return (
		<FormDialog
			form="replace-document"
			{...form.dialog}
			onClose={onClose}
			label={t`Replace`}
			size="sm"
			title={t`Replace ${document.label}`}
			description={t`A credit note cancels it, and a new one with your current settings and ticket types is issued. Correct those first. The original stays in the list.`}
		>
			<TextField
				label={t`Reason`}
				name="reason"
				hint={t`Printed on the credit note, such as “Wrong address”.`}
				maxLength={200}
				error={form.errorOf('reason')}
				dir="auto"
				required
			/>
		</FormDialog>
	);
}
