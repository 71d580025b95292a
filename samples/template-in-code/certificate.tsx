import { defineTemplate, Each, Markup, Page, Qr, Shape, type TemplateNode, Text, when } from 'laurel-client/template';

const INK = '#1f2937';
const ACCENT = '#0f5b5e';
const MARGIN = 60;
const WIDTH = 842 - 2 * MARGIN;

/** A line in the middle of the page. */
const Centred = ({ y, size, children }: { y: number; size: number; children: TemplateNode }) => (
  <Text
    x={MARGIN}
    y={y}
    width={WIDTH}
    height={size * 1.6}
    font="EB Garamond"
    size={size}
    minSize={size / 2}
    color={INK}
    align="center"
  >
    {children}
  </Text>
);

export const diploma = defineTemplate({
  name: 'Diploma in code',
  formationName: 'Distributed Systems',
  language: 'en',
  page: { width: 842, height: 595 },
  recipientName: 'name',
  variables: {
    name: { label: 'Full name', sample: 'Ada Lovelace' },
    course: { label: 'Course', sample: 'Distributed Systems' },
    finishedOn: { label: 'Finished on', type: 'date', format: 'long' },
    credits: { label: 'Credit points', type: 'number' },
    grade: { label: 'Grade', type: 'choice', options: ['A', 'B', 'C'] },
    modules: {
      label: 'Modules',
      description: 'A line for each: its name, a tab, its grade',
      default: '',
      sample: 'Consensus\tA\nReplication\tB',
    },
  },
  render: (v) => (
    <Page background={{ color: '#fdfbf5' }}>
      <Shape shape="rectangle" x={24} y={24} width={794} height={547} fill="none" stroke={ACCENT} strokeWidth={1.5} />
      <Centred y={60} size={34}>
        Diploma
      </Centred>
      <Centred y={125} size={40}>
        <b>{v.name}</b>
      </Centred>
      <Centred y={200} size={16}>
        has completed <i>{v.course}</i> on {v.finishedOn} and earned <b>{v.credits}</b> credit points.
      </Centred>
      <Text
        showIf={when(v.grade).is('A')}
        x={MARGIN}
        y={232}
        width={WIDTH}
        height={24}
        font="EB Garamond"
        size={14}
        italic
        color={ACCENT}
        align="center"
      >
        With distinction
      </Text>
      <Markup x={171} y={275} width={500} height={170} showIf={when(v.modules).isNotEmpty()}>
        <table style={{ fontFamily: 'Inter', fontSize: 11, color: INK }}>
          <thead>
            <tr style={{ borderBottom: `1px solid ${ACCENT}` }}>
              <th style={{ padding: 4 }}>Module</th>
              <th style={{ padding: 4, width: 80 }}>Grade</th>
            </tr>
          </thead>
          <tbody>
            <Each of={v.modules}>
              {(row) => (
                <tr>
                  <td style={{ padding: 4 }}>{row.cell(1)}</td>
                  <td style={{ padding: 4, width: 80 }}>{row.cell(2)}</td>
                </tr>
              )}
            </Each>
          </tbody>
        </table>
      </Markup>
      <Qr x={391} y={470} width={60} height={60} />
    </Page>
  ),
});
