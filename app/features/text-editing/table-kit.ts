import { Extension, Node } from '@tiptap/core';
import { Fragment, type Schema } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import { goToNextCell, isInTable, tableEditing } from '@tiptap/pm/tables';

/** Attributes that prosemirror-tables reads of every cell; Markdown has no cells over several rows or columns. */
const cellAttributes = () => ({
	colspan: { default: 1, rendered: false, parseHTML: () => 1 },
	rowspan: { default: 1, rendered: false, parseHTML: () => 1 },
	colwidth: { default: null, rendered: false, parseHTML: () => null },
	align: { default: null, rendered: false, parseHTML: () => null },
});

/** The role by which prosemirror-tables knows the node; TipTap asks for every node of the schema. */
const role = (name: string, tableRole: string) => (node: { name: string }) =>
	node.name === name ? { tableRole } : {};

const Table = Node.create({
	name: 'table',
	group: 'block',
	content: 'tableRow+',
	isolating: true,
	extendNodeSchema: role('table', 'table'),
	parseHTML: () => [{ tag: 'table' }],
	renderHTML: () => ['table', ['tbody', 0]],
});

const TableRow = Node.create({
	name: 'tableRow',
	content: '(tableHeader | tableCell)+',
	extendNodeSchema: role('tableRow', 'row'),
	parseHTML: () => [{ tag: 'tr' }],
	renderHTML: () => ['tr', 0],
});

const cell = (name: string, tag: string, tableRole: string) =>
	Node.create({
		name,
		// One line: Markdown has no other cells.
		content: 'paragraph',
		isolating: true,
		addAttributes: cellAttributes,
		extendNodeSchema: role(name, tableRole),
		parseHTML: () => [{ tag }],
		renderHTML: () => [tag, 0],
	});

/** A table of a row of headings and two rows, as an editor's command puts it in. */
export function emptyTable(schema: Schema) {
	const { table, tableRow, tableHeader, tableCell } = schema.nodes;
	const row = (type: typeof tableCell) =>
		tableRow?.createChecked(
			null,
			Fragment.from([0, 1].map(() => type?.createAndFill()).filter((node) => node != null)),
		);
	return table?.createChecked(
		null,
		[row(tableHeader), row(tableCell), row(tableCell)].filter((node) => node != null),
	);
}

const TableKeys = Extension.create({
	name: 'tableKeys',
	// Before the keys of paragraphs and lists.
	priority: 1_000,
	addKeyboardShortcuts() {
		const move = (step: 1 | -1) => () => {
			const { state, view } = this.editor;
			return isInTable(state) && goToNextCell(step)(state, view.dispatch);
		};
		return {
			Tab: move(1),
			'Shift-Tab': move(-1),
			Enter: () => {
				const { state, view } = this.editor;
				if (!isInTable(state)) return false;
				if (goToNextCell(1)(state, view.dispatch)) return true;
				// After the last cell: the paragraph below, as in a list that ends.
				const { $from } = state.selection;
				let depth = $from.depth;
				while (depth > 0 && $from.node(depth).type.name !== 'table') depth -= 1;
				const end = $from.after(depth);
				const paragraph = state.schema.nodes.paragraph?.create();
				if (!paragraph) return false;
				const tr = state.tr.insert(end, paragraph);
				view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView());
				return true;
			},
		};
	},
	addProseMirrorPlugins: () => [tableEditing()],
});

/** Tables as Markdown has them: a row of headings, and rows of one line. */
export const tableKit = [
	Table,
	TableRow,
	cell('tableHeader', 'th', 'header_cell'),
	cell('tableCell', 'td', 'cell'),
	TableKeys,
];
