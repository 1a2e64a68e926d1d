/** Nobody shall take a test for a payment, or a payment for a test. */
export function TestMark() {
  return <span className="badge test-mark">Test payment: no money moves.</span>;
}
