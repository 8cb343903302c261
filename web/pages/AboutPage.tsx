import { TextPage } from '../domain/page/TextPage.tsx'

export default function AboutPage() {
  return <TextPage title="About" name="about" />
}
