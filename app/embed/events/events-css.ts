/** What every view of events has: the room that it is measured by, and its states. It adds to kit/base-css.ts. */
export const eventsCss = `
.events { container-type: inline-size; position: relative }
.foot { display: flex; justify-content: center; margin-block-start: 1.25em }
.foot:empty { display: none }
.empty, .failure { display: flex; flex-direction: column; align-items: center; gap: 0.75em; padding: 2.5em 1.25em; border: 1px solid var(--hairline); border-radius: var(--radius); background: var(--surface); text-align: center }
.empty a { display: inline-flex; align-items: center; min-block-size: 44px }
.foot .failure { flex: 1; padding: 1.25em }
`;
