import { Plus } from 'lucide-react';
import { Button } from './button.tsx';

/** Adds a row below the others, where `changeRows` of change-rows.ts looks for it. */
export function AddRowButton({ label, onAdd }: { label: string; onAdd: () => void }) {
	return (
		<Button variant="outline" size="sm" icon={Plus} className="self-start" data-add onClick={onAdd}>
			{label}
		</Button>
	);
}
